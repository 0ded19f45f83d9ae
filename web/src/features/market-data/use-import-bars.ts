import { useQueryClient } from '@tanstack/react-query'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import {
  BAR_FILE_LIMIT_MB,
  type BarImport,
  type ImportPreview,
  importBarFile,
  previewBarFile,
  readCoverage,
  readMarketDay,
} from '@trading-bot/contract/rest/trading/market-data'
import { useRef, useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { uploadFile } from '../../lib/api/upload-file.ts'
import { notify } from '../../lib/notifications/notify.ts'

type Choices = CallRequest<typeof previewBarFile>

// Enough for a preview; a large file is not sent twice for it.
const PREVIEW_BYTES = 1024 * 1024

/** One file at a time: looked at first, then stored, with progress, refusals and a way to cancel. */
export function useImportBars() {
  const queries = useQueryClient()
  const cancel = useRef<AbortController | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [report, setReport] = useState<BarImport | null>(null)

  async function run(file: File | null, send: (file: File, signal: AbortSignal) => Promise<void>) {
    if (!file) return setProblem('Choose a file')
    if (file.size > BAR_FILE_LIMIT_MB * 1024 * 1024) {
      return setProblem(`The file is too large: at most ${BAR_FILE_LIMIT_MB / 1024} GB can be imported.`)
    }
    const controller = new AbortController()
    cancel.current = controller
    setProblem(null)
    setSent(0)
    try {
      await send(file, controller.signal)
    } catch (failure) {
      if (!controller.signal.aborted) setProblem(errorText(failure))
    } finally {
      setSent(null)
    }
  }

  const look = (file: File | null, choices: Choices) =>
    void run(file, async (chosen, signal) => {
      setPreview(await uploadFile(previewBarFile, await headOf(chosen), { signal, onSent: setSent }, choices))
    })

  const store = (file: File | null, choices: Choices) =>
    void run(file, async (chosen, signal) => {
      const done = await uploadFile(importBarFile, chosen, { signal, onSent: setSent }, choices)
      setReport(done)
      notify('success', done.message)
      const stale = [readCoverage, readMarketDay]
      await Promise.all(stale.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    })

  return {
    sent,
    problem,
    preview,
    report,
    look,
    store,
    /** Another file or other choices: what was understood before says nothing about them. */
    forget: () => {
      setPreview(null)
      setProblem(null)
    },
    cancel: () => cancel.current?.abort(),
  }
}

/** Whole lines from the beginning. A Parquet file is sent whole: its table of contents stands at its end. */
async function headOf(file: File): Promise<File> {
  if (file.name.toLowerCase().endsWith('.parquet') || file.size <= PREVIEW_BYTES) return file
  const text = await file.slice(0, PREVIEW_BYTES).text()
  return new File([text.slice(0, text.lastIndexOf('\n') + 1)], file.name)
}
