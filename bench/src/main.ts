// One benchmark in this process, one JSON object on standard output. Started by tools/bench.mjs.

import { machineBetween, readMachineTime } from '../../product/testing/machine-time.ts'
import type { Benchmark } from './benchmark.ts'
import { BENCHMARKS } from './benchmarks.ts'
import { dumpBars } from './fixtures/dump-bars.ts'

const [id, dumpPath] = process.argv.slice(2)
if (id === 'dump' && dumpPath !== undefined) dumpBars(dumpPath)
else if (id === 'list') console.log(BENCHMARKS.map((one) => one.id).join(' '))
else console.log(JSON.stringify(await measure(BENCHMARKS.find((one) => one.id === id))))

async function measure(benchmark: Benchmark | undefined) {
  if (benchmark === undefined) throw new Error(`no benchmark ${id}`)
  const run = await benchmark.prepare()
  const [cpuStart, machineStart] = [process.cpuUsage(), machineTime()]
  const start = process.hrtime.bigint()
  const { units, hash, details, judgedSeconds } = await run()
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  // What the processors spent, compilers and collectors included: on a busy machine it moves less than the clock.
  const cpu = process.cpuUsage(cpuStart)
  const machineEnd = machineTime()
  const { goal } = benchmark
  const peakMb = process.resourceUsage().maxRSS / 1024
  return {
    name: benchmark.id,
    title: benchmark.title,
    seconds: round(seconds, 4),
    cpu_seconds: round((cpu.user + cpu.system) / 1e6, 4),
    machine: machineStart && machineEnd && machineBetween(machineStart, machineEnd),
    bars_per_second: Math.round(units / seconds),
    peak_mb: round(peakMb, 1),
    hash,
    goal_seconds: goal.seconds,
    goal_peak_mb: goal.peakMb ?? null,
    is_within_goal: (judgedSeconds ?? seconds) <= goal.seconds && peakMb <= (goal.peakMb ?? Infinity),
    details,
  }
}

/** Only Linux tells it. */
function machineTime() {
  return process.platform === 'linux' ? readMachineTime() : null
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
