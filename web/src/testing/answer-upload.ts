import { answerFetch } from './answers.ts'

/** Stands in for `XMLHttpRequest`, by which the product uploads files: answered like every other call. */
export class AnsweredUpload extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #target = { method: '', path: '' }
  readonly #aborting = new AbortController()

  open(method: string, path: string): void {
    this.#target = { method, path }
  }

  setRequestHeader(): void {
    // Who asks makes no difference to a test's answers.
  }

  async send(body: FormData): Promise<void> {
    try {
      const { method, path } = this.#target
      const reply = await answerFetch(path, { method, body, signal: this.#aborting.signal })
      this.status = reply.status
      this.responseText = await reply.text()
      this.dispatchEvent(new Event('load'))
    } catch {
      this.dispatchEvent(new Event(this.#aborting.signal.aborted ? 'abort' : 'error'))
    }
  }

  abort(): void {
    this.#aborting.abort()
    this.dispatchEvent(new Event('abort'))
  }
}
