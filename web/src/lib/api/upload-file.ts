import { type Call, type CallAnswer, requestOf } from '@trading-bot/contract/rest/call'
import { ApiFailure } from './api-failure.ts'
import { answerOf, authorised, parseJson } from './api.ts'

type Options = { signal: AbortSignal; onSent: (share: number) => void }
type Reply = { status: number; isOk: boolean; body: unknown }

/** Uploads a file and reports the progress, which only XMLHttpRequest provides. */
export async function uploadFile<C extends Call>(
  spec: C,
  file: File,
  options: Options,
  input: Readonly<Record<string, unknown>> = {},
): Promise<CallAnswer<C>> {
  const { path } = requestOf(spec, input)
  return answerOf<C>(await authorised(spec, (access) => send({ method: spec.method, path }, file, access, options)))
}

type Target = { readonly method: string; readonly path: string }

function send(target: Target, file: File, access: string | null, { signal, onSent }: Options): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(target.method, `/api${target.path}`)
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
