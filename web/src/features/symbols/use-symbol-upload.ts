import { useQueryClient } from '@tanstack/react-query'
import {
  listAdminSymbols,
  PASTE_LIMIT_CHARACTERS,
  pasteSymbols,
  type SymbolReport,
  uploadSymbols,
} from '@trading-bot/contract/rest/trading/symbols'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { uploadFile } from '../../lib/api/upload-file.ts'
import { type UploadOptions, useUpload } from '../../lib/api/use-upload.ts'
import { notify } from '../../lib/notifications/notify.ts'

const LARGEST_BYTES = 100 * 1024 * 1024

/** Symbols from a file or pasted text, with the report on them. */
export function useSymbolUpload() {
  const queries = useQueryClient()
  const { sent, problem, setProblem, run, cancel } = useUpload()
  const [report, setReport] = useState<SymbolReport | null>(null)

  const start = (send: (options: UploadOptions) => Promise<SymbolReport>) =>
    void run(
      async (options) => {
        const done = await send(options)
        setReport(done)
        notify('success', done.message)
        await queries.invalidateQueries({ queryKey: [listAdminSymbols.path] })
      },
      () => notify('error', 'Failed to upload symbols'),
    )

  function sendFile(file: File | null) {
    if (!file || !file.name.toLowerCase().endsWith('.json')) return setProblem('Please select a JSON file')
    // Checked before sending, so that a file that is too large is not uploaded first.
    if (file.size > LARGEST_BYTES) return setProblem('The file is too large: at most 100 MB can be uploaded.')
    return start((options) => uploadFile(uploadSymbols, file, options))
  }

  function sendText(text: string) {
    if (text.trim() === '') return setProblem('Please enter JSON data')
    if (!isJson(text)) return setProblem('Invalid JSON format. Please check your JSON data.')
    if (text.length > PASTE_LIMIT_CHARACTERS) return sendFile(new File([text], 'pasted.json'))
    return start(({ signal }) => api(pasteSymbols, { json_data: text }, { signal }))
  }

  return { sent, problem, report, sendFile, sendText, clearProblem: () => setProblem(null), cancel }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
