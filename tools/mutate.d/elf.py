"""elf.py - from a linked library: where blocks call the trace, and the line of each address (DWARF 2 to 4)."""
import re
import struct


class Elf:
    def __init__(self, path):
        with open(path, "rb") as f:
            self.data = f.read()
        d = self.data
        offset, = struct.unpack_from("<Q", d, 40)
        size, count, names = struct.unpack_from("<HHH", d, 58)
        rows = [struct.unpack_from("<IIQQQQIIQQ", d, offset + i * size) for i in range(count)]
        strings = rows[names][4]
        self.sections = {}
        for r in rows:
            end = d.index(b"\0", strings + r[0])
            self.sections[d[strings + r[0] : end].decode()] = r  # name: (.., type, flags, address, offset, size, link, ..)

    def bytes_of(self, name):
        r = self.sections.get(name)
        return b"" if r is None else self.data[r[4] : r[4] + r[5]]

    @property
    def code_end(self):
        return max(r[3] + r[5] for r in self.sections.values() if r[2] & 4)  # executable

    def symbol(self, wanted):
        table, strings = self.bytes_of(".symtab"), self.bytes_of(".strtab")
        for at in range(0, len(table), 24):
            name, _, _, _, value, _ = struct.unpack_from("<IBBHQQ", table, at)
            if strings[name : name + len(wanted) + 1] == wanted.encode() + b"\0":
                return value
        raise RuntimeError(f"no symbol {wanted}")

    def calls_of(self, function):
        """The addresses behind each direct call of a function, in order."""
        target, out = self.symbol(function), []
        row = self.sections[".text"]
        text = self.bytes_of(".text")
        for m in re.finditer(b"\xe8", text):
            at = m.start()
            if at + 5 <= len(text):
                behind = row[3] + at + 5
                if behind + struct.unpack_from("<i", text, at + 1)[0] == target:
                    out.append(behind)
        return out

    def lines(self):
        """(address, file, line) of every row, as they stand; file is as the compiler was given it."""
        d, at, out = self.bytes_of(".debug_line"), 0, []
        while at < len(d):
            at = self._unit(d, at, out)
        return out

    def _unit(self, d, at, out):
        length, version, header = struct.unpack_from("<IHI", d, at)
        end = at + 4 + length
        if not 2 <= version <= 4:
            return end
        p = at + 10
        begin = p + header
        minimum = d[p]
        p += 2 if version >= 4 else 1
        base, span, first = struct.unpack_from("<xbBB", d, p)
        p += 4
        lengths = d[p : p + first - 1]
        p += first - 1
        folders, files = [""], [None]
        while d[p]:
            stop = d.index(b"\0", p)
            folders.append(d[p:stop].decode())
            p = stop + 1
        p += 1
        while d[p]:
            stop = d.index(b"\0", p)
            name = d[p:stop].decode()
            folder, p = leb(d, stop + 1)
            _, p = leb(d, p)
            _, p = leb(d, p)
            files.append(name if name.startswith("/") or not folders[folder] else folders[folder] + "/" + name)
        p = begin
        address, file, line = 0, 1, 1
        while p < end:
            op = d[p]
            p += 1
            if op >= first:
                address += (op - first) // span * minimum
                line += base + (op - first) % span
                out.append((address, files[file], line))
            elif op == 0:
                n, p = leb(d, p)
                if d[p] == 1:
                    address, file, line = 0, 1, 1
                elif d[p] == 2:
                    address, = struct.unpack_from("<Q", d, p + 1)
                p += n
            elif op == 1:
                out.append((address, files[file], line))
            elif op == 2:
                n, p = leb(d, p)
                address += n * minimum
            elif op == 3:
                n, p = signed_leb(d, p)
                line += n
            elif op == 4:
                file, p = leb(d, p)
            elif op == 8:
                address += (255 - first) // span * minimum
            elif op == 9:
                address += struct.unpack_from("<H", d, p)[0]
                p += 2
            else:
                for _ in range(lengths[op - 1]):
                    _, p = leb(d, p)
        return end


def leb(d, p):
    value = shift = 0
    while True:
        b = d[p]
        p += 1
        value |= (b & 127) << shift
        shift += 7
        if b < 128:
            return value, p


def signed_leb(d, p):
    value, q = leb(d, p)
    bits = 7 * (q - p)
    return (value - (1 << bits) if value >> (bits - 1) else value), q
