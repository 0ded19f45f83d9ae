import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Clock } from '../clock.ts'

/** The metrics of this process, in Prometheus' terms. */
export type Metrics = {
  readonly registry: Registry
  /**
   * Gauges that are read when somebody asks for the metrics, at most every five seconds. What could not be read in time
   * is absent from the answer: an unknown figure never reads as zero.
   */
  readonly readGauges: <Name extends string>(
    gauges: Readonly<Record<Name, GaugeSpec>>,
    read: () => Readings<Name> | Promise<Readings<Name>>,
  ) => void
  readonly print: () => Promise<string>
}

export type GaugeSpec = { readonly help: string; readonly labels?: readonly string[] }

/** Null for a figure that is not known; samples for a gauge with labels. */
export type Readings<Name extends string> = Readonly<Record<Name, number | null | readonly Sample[]>>

export type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number }

type Options = {
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  /** A scrape waits no longer than this for a figure. */
  readonly waitMs?: number
}

const READ_EVERY_MS = 5_000
const USUAL_WAIT_MS = 3_000

export function openMetrics({ clock, onError, waitMs = USUAL_WAIT_MS }: Options): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const failures = new Counter({
    name: 'metrics_reads_failed_total',
    help: 'Readings of figures that failed or took too long; the gauges concerned were absent',
    registers: [registry],
  })
  const readers: (() => Promise<void>)[] = []
  let readAtMs = -Infinity
  let reading: Promise<unknown> = Promise.resolve()
  return {
    registry,
    readGauges: (specs, read) => readers.push(openReader(registry, specs, read, { waitMs, onError, failures })),
    print: async () => {
      const nowMs = clock.now().getTime()
      if (nowMs - readAtMs >= READ_EVERY_MS || nowMs < readAtMs) {
        readAtMs = nowMs
        reading = Promise.all(readers.map((readAll) => readAll()))
      }
      await reading
      return registry.metrics()
    },
  }
}

type ReaderPorts = {
  readonly waitMs: number
  readonly onError: (error: unknown) => void
  readonly failures: Counter
}

/** One set of gauges that is read together: when its reading fails, the others are still printed. */
function openReader<Name extends string>(
  registry: Registry,
  specs: Readonly<Record<Name, GaugeSpec>>,
  read: () => Readings<Name> | Promise<Readings<Name>>,
  { waitMs, onError, failures }: ReaderPorts,
): () => Promise<void> {
  const names = Object.keys(specs) as Name[]
  const gauges = new Map(names.map((name) => [name, openGauge(registry, name, specs[name])]))
  const clear = () => gauges.forEach((gauge) => gauge.set(null))
  clear()
  let isBusy = false
  return async () => {
    try {
      // A reading that still waits for the database would only be joined by another one.
      if (isBusy) throw new Error(`the figures ${names.join(', ')} are still being read`)
      isBusy = true
      const work = Promise.resolve(read()).finally(() => {
        isBusy = false
      })
      const readings = await within(waitMs, work)
      for (const [name, gauge] of gauges) gauge.set(readings[name])
    } catch (error) {
      failures.inc()
      clear()
      onError(error)
    }
  }
}

function openGauge(registry: Registry, name: string, { help, labels = [] }: GaugeSpec) {
  const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
  return {
    set: (reading: number | null | readonly Sample[]) => {
      if (labels.length === 0) gauge.remove()
      else gauge.reset()
      if (typeof reading === 'number') gauge.set(reading)
      else for (const sample of reading ?? []) gauge.set({ ...sample.labels }, sample.value)
    },
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`a figure was not read within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
