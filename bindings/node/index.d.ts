export * from 'onnxruntime-node'

/** garner as a provider of a session: docs/onnxruntime.md says what the options do. */
export interface GarnerExecutionProviderOption {
  readonly name: 'garner'
  /** What an index out of range does: an error (the default), the nearest that is there, or zeros and dropped updates. */
  outOfRange?: 'error' | 'clamp' | 'zero'
  /** At most so many parts run at once, 1 to 256; 0 (the default): as many as the session has threads. */
  threads?: number
  /** Whether a Gather and the reduction of its rows become one node: all (the default) or none. */
  fuse?: 'all' | 'none'
  /** With 'report' a run warns of an index that outOfRange moves or drops. */
  indices?: 'silent' | 'report'
  /** 'faster' (the default) leaves to ONNX Runtime what it answers as fast; 'all' takes every size. */
  nodes?: 'faster' | 'all'
}

declare module 'onnxruntime-common' {
  namespace InferenceSession {
    interface ExecutionProviderOptionMap {
      garner: GarnerExecutionProviderOption
    }
  }
}
