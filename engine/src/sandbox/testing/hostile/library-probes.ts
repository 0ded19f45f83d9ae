// What numpy, pandas and native code make easier to try. The numbers are those of the threat list in docs/sandbox.md.
import type { Probe } from './probes.ts'

export const LIBRARY_PROBES: Readonly<Record<string, readonly Probe[]>> = {
  libraries: [
    [
      '1 reads files by numpy and pandas',
      `attempt(lambda: numpy.fromfile('/etc/passwd'))
attempt(lambda: numpy.memmap('/etc/passwd'))
attempt(lambda: pandas.read_csv('/etc/passwd'))
attempt(lambda: numpy.ctypeslib.load_library('libnss_files', '/usr/lib'))`,
    ],
    [
      '11 changes the libraries for the next script',
      `attempt(lambda: open(pandas.__file__, 'a'))
attempt(lambda: os.rename(os.path.dirname(numpy.__file__), '/app/libraries/other'))
attempt(lambda: numpy.save('/app/libraries/x.npy', numpy.zeros(3)))`,
    ],
    [
      '16 fetches an address by pandas',
      `attempt(lambda: pandas.read_csv('http://127.0.0.1:%d/x.csv' % PORT))
attempt(lambda: pandas.read_html('http://127.0.0.1:%d/' % PORT))`,
    ],
    [
      '23 reads the clock by native code',
      `expect(abs(pandas.Timestamp.now('UTC').timestamp() - NOW) < 60, pandas.Timestamp.now('UTC'))
expect(abs(numpy.datetime64('now').astype('int64') - NOW) < 60, numpy.datetime64('now'))`,
    ],
    [
      '26 makes threads by linear algebra',
      `square = numpy.random.rand(300, 300) @ numpy.random.rand(300, 300)
expect(not os.path.exists('/proc/self/task'), 'threads')
attempt(lambda: __import__('threading').Thread(target=print).start())`,
    ],
    [
      '27 asks for all the memory there is',
      `attempt(lambda: numpy.ones(200_000_000))
attempt(lambda: pandas.DataFrame(numpy.ones((40_000, 4_000))))`,
    ],
    [
      '30 writes a table to a file',
      `frame = pandas.DataFrame({'a': [1.0]})
for p in ('/x', '/tmp/x', '/dev/shm/x'): attempt(lambda: frame.to_csv(p + '.csv'))
attempt(lambda: frame.to_pickle('/x.pkl'))`,
    ],
    [
      '37 jumps into code of its own making',
      `import mmap
def native():
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    return call('execve', b'/bin/sh', None, None)
attempt(native)
attempt(lambda: call('clone', 17, None, None, None, None))`,
    ],
  ],
}
