import { afterAll, beforeAll, expect, test } from 'vitest'
import { attackSandbox, type TestRunner } from '../testing/attack-sandbox.ts'
import { openTestRunner } from '../testing/open-test-runner.ts'

let runner: TestRunner
beforeAll(async () => {
  runner = await openTestRunner()
}, 30_000)
afterAll(() => runner.close())

// A script can find the wire's file descriptors, so whatever it writes there must be parsed strictly.
const forge = (bytes: string) => `
import os, json, struct
def frame(header, blob=b''):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack('<II', len(text), len(blob)) + text + blob
data = ${bytes}
for fd in range(3, 10):
    try: os.write(fd, data)
    except OSError: pass
import time
time.sleep(600)
`
test.each([
  ['no frame at all', `b'hello, this is no frame'`],
  ['a header that is too long', `struct.pack('<II', 2**31, 0)`],
  ['a blob that is too long', `struct.pack('<II', 10, 2**31)`],
  ['invalid JSON', `frame(b'{"kind": "signals", ')`],
  ['NaN', `frame(b'{"kind":"signals","sizes":[[NaN,1]]}', bytes(2))`],
  ['an unknown kind', `frame({'kind': 'transfer', 'to': 'me'})`],
  ['unknown fields', `frame({'kind': 'signals', 'sizes': [], 'user': 'other'}, bytes(2))`],
  ['unknown signal bits', `frame({'kind': 'signals', 'sizes': []}, b'\\xff\\xff')`],
  ['too few signals', `frame({'kind': 'signals', 'sizes': []}, b'')`],
  ['a row that does not exist', `frame({'kind': 'signals', 'sizes': [[99, 1]]}, bytes(2))`],
  ['a negative size', `frame({'kind': 'signals', 'sizes': [[0, -5]]}, bytes(2))`],
  ['an unrequested answer', `frame({'kind': 'ready', 'style': 'events', 'python': '3'})`],
  ['two answers', `frame({'kind': 'signals', 'sizes': []}, bytes(2)) * 2`],
  ['duplicate keys', `frame(b'{"kind":"signals","kind":"transfer","sizes":[]}', bytes(2))`],
])('a forged frame ends the script: %s', async (_, bytes) => {
  const { failure } = await attackSandbox(runner, forge(bytes))
  expect(failure?.failure).toBe('protocol')
})
