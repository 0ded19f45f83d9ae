import { createWriteStream, openAsBlob, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { INDIA_OFFSET_MS } from '@trading-bot/core/time'
import type { Benchmark } from '../benchmark.ts'
import { makeBars } from '../fixtures/make-bars.ts'
import { logInAdmin } from '../processes/log-in-admin.ts'
import { startHttpServer } from '../processes/start-http-server.ts'

const ROWS = Number(process.env['D3_ROWS'] ?? 10_000_000)
const GOAL_SECONDS = 90
const GOAL_MB = 300

export const d3ImportCsv: Benchmark = {
  id: 'D3',
  title: '10 million rows of CSV of 50 symbols uploaded, inspected and stored (goal: 90 s, 300 MB in the server)',
  goal: { seconds: GOAL_SECONDS },
  prepare: async () => {
    const file = path.join(tmpdir(), `bench-bars-${process.pid}.csv`)
    await writeFile(file)
    const server = await startHttpServer({ BENCH_CALENDAR: 'nse' })
    const token = await logInAdmin(server.url)
    return async () => {
      const form = new FormData()
      form.append('file', await openAsBlob(file), 'bars.csv')
      const begun = performance.now()
      const reply = await fetch(`${server.url}/api/admin/market-data/import/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      const report = (await reply.json()) as { days_stored?: number }
      const seconds = (performance.now() - begun) / 1_000
      const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
      const mb = statSync(file).size / 1e6
      await server.stop()
      rmSync(file)
      if (!report.days_stored) throw new Error(JSON.stringify(report))
      const details = {
        seconds,
        server_peak_mb: peakMb,
        mb,
        report,
        within_goal: seconds < GOAL_SECONDS && peakMb < GOAL_MB,
      }
      return { units: ROWS, hash: '', details }
    }
  },
}

/** Symbol by symbol, as most vendors write such files. */
async function writeFile(file: string): Promise<void> {
  const out = createWriteStream(file)
  out.write('datetime,open,high,low,close,volume,symbol\n')
  const rows = Math.ceil(ROWS / NIFTY_50.length)
  for (const [index, { symbol }] of NIFTY_50.entries()) {
    const bars = makeBars(rows, index + 1)
    for (let from = 0; from < rows; from += 20_000) {
      let text = ''
      for (let row = from; row < Math.min(rows, from + 20_000); row++) {
        const time = new Date(bars.timeMs[row]! + INDIA_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
        const prices = [bars.openPaise, bars.highPaise, bars.lowPaise, bars.closePaise].map(
          (column) => column[row]! / 100,
        )
        text += `${time},${prices.join(',')},${bars.volume[row]},${symbol}\n`
      }
      if (!out.write(text)) await once(out, 'drain')
    }
  }
  out.end()
  await once(out, 'finish')
}
