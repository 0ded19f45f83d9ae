/**
 * A part of npm run proof. Commands of one part run at the same time; each prints its figure last.
 * @typedef {{ name: string, proves: string, commands: readonly string[] }} Part
 * @type {readonly Part[]}
 */
export const PARTS = [
  {
    name: 'fuzz',
    proves: '1,000 generated requests for every operation, from three seeds',
    commands: Array.from({ length: 3 }, () => 'npm run -s fuzz -- --cases 1000'),
  },
  {
    name: 'simulation',
    proves: '1,000 simulated trading days',
    commands: ['npm run -s sim -- --seeds 500', 'npm run -s sim -- --from 501 --seeds 500'],
  },
  { name: 'mutants', proves: 'deliberately broken engines are caught', commands: ['npm run -s sim -- --mutants'] },
  {
    name: 'crash-points',
    proves: 'a crash before every step of the order path',
    commands: ['PROOF=on npx vitest run --project unit engine/src/live/run-engine.test.ts'],
  },
  {
    name: 'market',
    proves: 'the simulated market has no edge, and the volatility and volume of a real one',
    commands: ['npm run -s market:edge', 'npm run -s market:facts'],
  },
  { name: 'load', proves: 'the screens of 500 users for a minute', commands: ['npm run -s load'] },
  {
    name: 'chaos',
    proves: 'ten minutes of killed, paused and cut-off processes on a busy machine',
    commands: ['npm run -s chaos -- --pressure --minutes 10'],
  },
  {
    name: 'chaos-cluster',
    proves: 'the same with several processes of each role',
    commands: ['npm run -s chaos -- --cluster --pressure --minutes 10'],
  },
  {
    name: 'pressure',
    proves: 'a cluster on a machine that is merely busy: at most three takeovers, square-off on time',
    commands: ['npm run -s chaos -- --cluster --pressure --no-faults --minutes 10'],
  },
  {
    name: 'upgrade',
    proves: 'an upgrade of a million orders in use',
    commands: ['npm run -s upgrade-under-load -- --json'],
  },
  {
    name: 'hostile-scripts',
    proves: 'every family of hostile scripts',
    commands: ['npx vitest run --project unit engine/src/sandbox/isolation'],
  },
  proofFile('failover', 'a failover of the database while users buy and bots trade', 'engines/failover'),
  proofFile('replica', 'a replica that falls behind and is promoted', 'engines/replica'),
  proofFile('several-engines', 'engines that join, are killed and are paused', 'engines/several-engines'),
  proofFile('kill-while-trading', 'kill -9 of engine and database while orders are sent', 'engines/kill-while-trading'),
  proofFile('cluster', 'a paused and a killed feed, a killed engine', 'processes/cluster'),
  proofFile('rolling-restart', 'API processes restarted one by one under load', 'processes/rolling-restart'),
  proofFile('restore-drill', 'a backup under load, restored elsewhere', 'processes/restore-drill'),
  proofFile('hard-start', 'kill -9 and SIGSTOP during the start, and an ordinary user', 'processes/hard-start'),
  proofFile('systemd', 'the guide for systemd on a clean root, to a paper bot that trades', 'processes/systemd'),
  proofFile('deployment', 'the processes of compose and systemd behind the proxy', 'processes/deployed-processes'),
]

/** @param {string} name @param {string} proves @param {string} file @returns {Part} */
function proofFile(name, proves, file) {
  const options = '--config proof/vitest.config.ts --disable-console-intercept'
  return { name, proves, commands: [`npm run -s build 1>&2 && npx vitest run proof/${file}.proof.ts ${options}`] }
}
