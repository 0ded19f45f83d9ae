import { readFileSync } from 'node:fs'

const EVERY_MS = 1_000
const SAMPLES_A_MINUTE = 60

/** Resident memory of a process in MB, once a second; told by the mean of each minute. */
export function watchMemory(pid: () => number | undefined) {
  const samples: number[] = [rssMb(pid())]
  const timer = setInterval(() => samples.push(rssMb(pid())), EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      samples.push(rssMb(pid()))
      return { before: samples[0]!, after: samples.at(-1)!, highest: Math.max(...samples), byMinute: byMinute(samples) }
    },
  }
}

function byMinute(samples: readonly number[]): number[] {
  const minutes = Math.floor(samples.length / SAMPLES_A_MINUTE)
  return Array.from({ length: minutes }, (_, minute) => {
    const some = samples.slice(minute * SAMPLES_A_MINUTE, (minute + 1) * SAMPLES_A_MINUTE)
    return Math.round(some.reduce((sum, value) => sum + value, 0) / some.length)
  })
}

function rssMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}
