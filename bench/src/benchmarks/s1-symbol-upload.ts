import { readFileSync } from 'node:fs'
import type { Benchmark } from '../benchmark.ts'
import { logInAdmin } from '../processes/log-in-admin.ts'
import { startHttpServer } from '../processes/start-http-server.ts'

const ROWS = 150_000
const GOAL_SECONDS = 10
const GOAL_MB = 300

export const s1SymbolUpload: Benchmark = {
  id: 'S1',
  title: '150,000 symbols uploaded and stored, then an instrument master of 150,000 rows (goal: 10 s each, 300 MB)',
  goal: { seconds: 2 * GOAL_SECONDS },
  prepare: async () => {
    const server = await startHttpServer()
    const token = await logInAdmin(server.url)
    const [list, master] = [listFile(), masterFile()]
    return async () => {
      const asList = await upload(server.url, token, list)
      const asMaster = await upload(server.url, token, master)
      const peakMb = peakMbOf(server.pid)
      await server.stop()
      if (asList.report.added !== ROWS || asMaster.report.skipped === 0)
        throw new Error(JSON.stringify([asList, asMaster]))
      const isWithin = Math.max(asList.seconds, asMaster.seconds) < GOAL_SECONDS && peakMb < GOAL_MB
      return {
        units: 2 * ROWS,
        hash: '',
        details: {
          list: { ...asList, mb: list.size / 1e6 },
          master: { ...asMaster, mb: master.size / 1e6 },
          server_peak_mb: peakMb,
          within_goal: isWithin,
        },
      }
    }
  },
}

type Report = { added: number; changed: number; skipped: number; refused: number }

async function upload(url: string, token: string, file: Blob): Promise<{ seconds: number; report: Report }> {
  const form = new FormData()
  form.append('file', file, 'symbols.json')
  const begun = performance.now()
  const reply = await fetch(`${url}/api/subscriptions/admin/symbols/upload/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { added, changed, skipped, refused } = (await reply.json()) as Report
  return { seconds: (performance.now() - begun) / 1000, report: { added, changed, skipped, refused } }
}

/** What the server process ever held, by the kernel's own count. */
function peakMbOf(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

function listFile(): Blob {
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    symbol: `BENCH${at}-EQ`,
    token: String(5_000_000 + at),
    name: `Benchmark company number ${at}`,
  }))
  return new Blob([JSON.stringify(rows)])
}

/** Of the broker's shape and length: one row in sixty is an NSE share. */
function masterFile(): Blob {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const isShare = at % 60 === 0
    return {
      token: String(9_000_000 + at),
      symbol: isShare ? `MASTER${at}-EQ` : `NIFTY26NOV${at}CE`,
      name: isShare ? `MASTER${at}` : 'NIFTY',
      expiry: isShare ? '' : '26NOV2026',
      strike: isShare ? '-1.000000' : '2500000.000000',
      lotsize: isShare ? '1' : '75',
      instrumenttype: isShare ? '' : 'OPTIDX',
      exch_seg: isShare ? 'NSE' : 'NFO',
      tick_size: '5.000000',
    }
  })
  return new Blob([JSON.stringify(rows, null, 1)])
}
