import { useQueryClient } from '@tanstack/react-query'
import {
  listAdminSymbols,
  PASTE_LIMIT_CHARACTERS,
  pasteSymbols,
  type SymbolReport,
  uploadSymbols,
} from '@trading-bot/contract/rest/trading/symbols'
import { useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { uploadFile } from '../../lib/api/upload-file.ts'

const LARGEST_BYTES = 100 * 1024 * 1024

/** One upload at a time, of a file or pasted text, with its progress and its report. */
export function useUpload() {
  const queries = useQueryClient()
  const cancel = useRef<AbortController | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [report, setReport] = useState<SymbolReport | null>(null)

  async function run(send: (signal: AbortSignal) => Promise<SymbolReport>) {
    const controller = new AbortController()
    cancel.current = controller
    setProblem(null)
    setSent(0)
    try {
      const done = await send(controller.signal)
      setReport(done)
      notify('success', done.message)
      await queries.invalidateQueries({ queryKey: [listAdminSymbols.path] })
    } catch (failure) {
      if (!controller.signal.aborted) {
        setProblem(errorText(failure))
        notify('error', 'Failed to upload symbols')
      }
    } finally {
      setSent(null)
    }
  }

  function sendFile(file: File | null) {
    if (!file || !file.name.toLowerCase().endsWith('.json')) return setProblem('Please select a JSON file')
    // Checked before sending, so that a file that is too large is not uploaded first.
    if (file.size > LARGEST_BYTES) return setProblem('The file is too large: at most 100 MB can be uploaded.')
    return void run((signal) => uploadFile(uploadSymbols, file, { signal, onSent: setSent }))
  }

  function sendText(text: string) {
    if (text.trim() === '') return setProblem('Please enter JSON data')
    if (!isJson(text)) return setProblem('Invalid JSON format. Please check your JSON data.')
    if (text.length > PASTE_LIMIT_CHARACTERS) return sendFile(new File([text], 'pasted.json'))
    return void run((signal) => api(pasteSymbols, { json_data: text }, { signal }))
  }

  return {
    sent,
    problem,
    report,
    sendFile,
    sendText,
    clearProblem: () => setProblem(null),
    cancel: () => cancel.current?.abort(),
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
