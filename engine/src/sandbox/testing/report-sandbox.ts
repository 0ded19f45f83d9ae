// Started as a process of its own, by tests that need another user or namespace: runs a script and prints what it saw.
import { attackSandbox } from './attack-sandbox.ts'
import { openTestRunner } from './open-test-runner.ts'

const runner = await openTestRunner()
const script = `import os\nprint(os.getuid(), os.getgid())\ntry: os.fork()\nexcept OSError: print('one process')`
const ran = runner.sandbox.kind === 'none' ? null : await attackSandbox(runner, script)
process.stdout.write(JSON.stringify({ sandbox: runner.sandbox, ran }))
await runner.close()
