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
import { useState } from 'react'
import { uploadFile } from '../../lib/api/upload-file.ts'
import { type UploadOptions, useUpload } from '../../lib/api/use-upload.ts'
import { notify } from '../../lib/notifications/notify.ts'

type Choices = CallRequest<typeof previewBarFile>

// Enough for a preview; a large file is not sent twice for it.
const PREVIEW_BYTES = 1024 * 1024

/** A file of bars: looked at first, then stored. */
export function useImportBars() {
  const queries = useQueryClient()
  const { sent, problem, setProblem, run, cancel } = useUpload()
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [report, setReport] = useState<BarImport | null>(null)

  function start(file: File | null, send: (file: File, options: UploadOptions) => Promise<void>) {
    if (!file) return setProblem('Choose a file')
    if (file.size > BAR_FILE_LIMIT_MB * 1024 * 1024) {
      return setProblem(`The file is too large: at most ${BAR_FILE_LIMIT_MB / 1024} GB can be imported.`)
    }
    return void run((options) => send(file, options))
  }

  const look = (file: File | null, choices: Choices) =>
    start(file, async (chosen, options) => {
      setPreview(await uploadFile(previewBarFile, await headOf(chosen), options, choices))
    })

  const store = (file: File | null, choices: Choices) =>
    start(file, async (chosen, options) => {
      const done = await uploadFile(importBarFile, chosen, options, choices)
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
    cancel,
  }
}

/** Whole lines from the beginning. A Parquet file is sent whole: its table of contents stands at its end. */
async function headOf(file: File): Promise<File> {
  if (file.name.toLowerCase().endsWith('.parquet') || file.size <= PREVIEW_BYTES) return file
  const text = await file.slice(0, PREVIEW_BYTES).text()
  return new File([text.slice(0, text.lastIndexOf('\n') + 1)], file.name)
}
