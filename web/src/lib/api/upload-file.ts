import type { Call, CallAnswer } from '@trading-bot/contract/rest/call'
import { ApiFailure } from './api-failure.ts'
import { answerOf, authorised, parseJson } from './api.ts'

type Options = { signal: AbortSignal; onSent: (share: number) => void }
type Reply = { status: number; isOk: boolean; body: unknown }

/** Uploads a file and reports the progress, which only XMLHttpRequest provides. */
export async function uploadFile<C extends Call>(spec: C, file: File, options: Options): Promise<CallAnswer<C>> {
  return answerOf<C>(await authorised(spec, (access) => send(spec, file, access, options)))
}

function send(spec: Call, file: File, access: string | null, { signal, onSent }: Options): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(spec.method, `/api${spec.path}`)
    if (access) request.setRequestHeader('authorization', `Bearer ${access}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
    request.addEventListener('error', () => reject(new ApiFailure('network')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled', 'AbortError')))
    request.addEventListener('load', () => {
      const isOk = request.status >= 200 && request.status < 300
      resolve({ status: request.status, isOk, body: parseJson(request.responseText, isOk) })
    })
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
