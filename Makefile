# The front door. The build itself is CMake's: see CMakePresets.json.
BUILD := build

.PHONY: all run test cluster-test check coverage bench page install deb clean deps
all: $(BUILD)/build.ninja
	cmake --build $(BUILD)

# Builds what is needed and runs the first example.
run: all
	$(BUILD)/garner run examples/batched_gather.mlir

# Builds everything with its tests and runs them.
test:
	tools/deps.sh build test
	cmake --preset release -B $(BUILD) -DGARNER_TESTS=ON
	cmake --build $(BUILD)
	ctest --test-dir $(BUILD) --output-on-failure -j 2

# The tests of one layer of src/, dialect or folder of tests/, for those who change it: make test-plan, make test-tcp, make test-cli.
test-%:
	tools/deps.sh build test
	cmake --preset release -B $(BUILD) -DGARNER_TESTS=ON
	tools/test_layer $(BUILD) $*

# Ranks of MPI on this machine, of Open MPI and of MPICH: the transport, programs, and ranks that fail (docs/cluster.md).
cluster-test:
	tools/deps.sh build test cluster
	cmake --preset release -B build-cluster -DGARNER_TESTS=ON -DGARNER_MPI=ON -DMPI_C_COMPILER=mpicc.openmpi -DGARNER_MPI_ALSO=mpicc.mpich
	cmake --build build-cluster --target garner garner_pages garner_static garner_shared garner_mpi cluster_tests
	sh tests/cluster/run.sh build-cluster

# Branches and functions that the tests run, by layer: see tools/coverage.
coverage:
	tools/coverage --at-least

$(BUILD)/build.ninja:
	tools/deps.sh build
	cmake --preset release -B $(BUILD)

bench: all
	-tools/deps.sh bench
	cmake $(BUILD)
	cmake --build $(BUILD) --target bench
	bench/run.sh $(BUILD)

# One page that needs no server, build-page/index.html: programs are checked, run, drawn and translated in the browser.
page:
	tools/deps.sh build page
	docs/play/build.sh build-page

# Into /usr/local, or PREFIX=/opt/x; DESTDIR=/some/root stands before it.
install: all
	DESTDIR='$(DESTDIR)' cmake --install $(BUILD) $(if $(PREFIX),--prefix '$(abspath $(PREFIX))')

# Debian packages of the command, the library and what programs are built with, in build-deb.
deb:
	tools/deps.sh build deb
	tools/make_deb build-deb

clean:
	rm -rf $(BUILD) build-page build-cluster build-deb
