// npm run proof: the long forms of what npm test does in short, one after the other; takes the better part of an hour.
import { spawnSync } from 'node:child_process'

const PROOFS = [
  ['1,000 generated requests for every operation', 'npm', ['run', 'fuzz', '--', '--cases', '1000']],
  ['1,000 simulated trading days', 'npm', ['run', 'sim', '--', '--seeds', '1000']],
  ['hostile scripts', 'npx', ['vitest', 'run', 'engine/src/sandbox/isolation']],
]

const failed = PROOFS.filter(([name, command, values]) => {
  console.log(`\n== ${name}`)
  return spawnSync(/** @type {string} */ (command), /** @type {string[]} */ (values), { stdio: 'inherit' }).status !== 0
}).map(([name]) => name)
console.log(failed.length === 0 ? '\nall proven' : `\nfailed: ${failed.join('; ')}`)
process.exit(failed.length === 0 ? 0 : 1)
