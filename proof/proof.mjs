// npm run proof: the long forms of what npm test does in short, one after the other; takes the better part of an hour.
import { spawnSync } from 'node:child_process'

const PROOFS = [
  { name: '1,000 generated requests for every operation', command: 'npm run fuzz -- --cases 1000' },
  { name: '1,000 simulated trading days', command: 'npm run sim -- --seeds 1000' },
  { name: 'the screens of 500 users for a minute', command: 'npm run load' },
  { name: 'ten minutes of killed, paused and cut-off processes', command: 'npm run chaos -- --minutes 10' },
  { name: 'the same with several processes of each role', command: 'npm run chaos -- --cluster --minutes 10' },
  { name: 'an upgrade of a million orders in use', command: 'npm run upgrade-under-load' },
  { name: 'hostile scripts', command: 'npx vitest run engine/src/sandbox/isolation' },
]

const failed = PROOFS.filter(({ name, command }) => {
  console.log(`\n== ${name}`)
  return spawnSync(command, { stdio: 'inherit', shell: true }).status !== 0
}).map(({ name }) => name)
console.log(failed.length === 0 ? '\nall proven' : `\nfailed: ${failed.join('; ')}`)
process.exit(failed.length === 0 ? 0 : 1)
