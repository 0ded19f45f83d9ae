import { useRef, useState } from 'react'
import { errorText } from './error-text.ts'

export type UploadOptions = { readonly signal: AbortSignal; readonly onSent: (share: number) => void }

/** One upload at a time: its progress, what went wrong with it, and a way to cancel it. */
export function useUpload() {
  const controller = useRef<AbortController | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(send: (options: UploadOptions) => Promise<void>, onFailed?: () => void): Promise<void> {
    const current = new AbortController()
    controller.current = current
    setProblem(null)
    setSent(0)
    try {
      await send({ signal: current.signal, onSent: setSent })
    } catch (failure) {
      if (current.signal.aborted) return
      setProblem(errorText(failure))
      onFailed?.()
    } finally {
      setSent(null)
    }
  }

  return {
    /** The share that is sent; null while nothing is. */
    sent,
    problem,
    setProblem,
    run,
    cancel: () => controller.current?.abort(),
  }
}
