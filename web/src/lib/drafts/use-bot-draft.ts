import { useQuery } from '@tanstack/react-query'
import {
  type BotDraft,
  discardBotDraft,
  readBotDraft,
  saveBotDraft,
} from '@trading-bot/contract/rest/trading/bot-studio'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../api/api.ts'
import { queryOf } from '../queries/query-of.ts'
import { useSession } from '../session/session.ts'
import { browserDrafts, type Typed } from './browser-drafts.ts'

const SEND_AFTER_MS = 1_500
const drafts = browserDrafts(window.localStorage)

/** Where what was typed is kept by now. */
export type DraftState = 'saved' | 'typing' | 'browser' | 'server' | 'nowhere'

export type BotDraftHandle = ReturnType<typeof useBotDraft>

/**
 * A bot's draft: in the browser at every keystroke, on the server a moment later. A new bot has none on the server
 * until it is first saved.
 */
export function useBotDraft(botId: string | null) {
  const session = useSession()
  const user = session.status === 'signed-in' ? session.user.id : ''
  const key = `bot_draft.${user}.${botId ?? 'new'}`
  const [inBrowser] = useState(() => drafts.read(key))
  const [firstId] = useState(botId)
  const onServer = useQuery({
    ...queryOf(readBotDraft, { id: firstId ?? '' }),
    enabled: firstId !== null,
    // Read once: from then on this page knows better.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const [state, setState] = useState<DraftState>('saved')
  const sending = useSender(setState)

  const keep = useCallback(
    (typed: Typed) => {
      const isKept = drafts.write(key, typed, new Date())
      setState(isKept ? 'browser' : 'typing')
      sending.later(botId, typed, isKept)
    },
    [botId, key, sending],
  )
  const discard = useCallback(() => {
    sending.cancel()
    drafts.remove(key)
    setState('saved')
    if (botId !== null) void api(discardBotDraft, { id: botId }).catch(() => undefined)
  }, [botId, key, sending])

  return {
    /** Undefined until the server has answered; then the newest draft, or null. */
    found: firstId !== null && onServer.isPending ? undefined : newer(inBrowser, onServer.data?.draft ?? null),
    state,
    keep,
    discard,
  }
}

function newer(a: BotDraft | null, b: BotDraft | null): BotDraft | null {
  if (!a || !b) return a ?? b
  return a.saved_at >= b.saved_at ? a : b
}

/** Sends the newest text after a pause, and again when the connection is back. */
function useSender(onState: (state: DraftState) => void) {
  const [sender] = useState(() => {
    let timer: number | undefined
    let newest = 0
    let flush: () => void = () => undefined
    const send = (id: string, typed: Typed, isInBrowser: boolean, number: number) => {
      api(saveBotDraft, { id, ...typed }).then(
        () => number === newest && onState('server'),
        () => {
          if (number !== newest) return
          onState(isInBrowser ? 'browser' : 'nowhere')
          timer = window.setTimeout(send, 5 * SEND_AFTER_MS, id, typed, isInBrowser, number)
        },
      )
    }
    return {
      later(id: string | null, typed: Typed, isInBrowser: boolean) {
        window.clearTimeout(timer)
        const number = ++newest
        if (id === null) return isInBrowser ? undefined : onState('nowhere')
        flush = () => {
          flush = () => undefined
          window.clearTimeout(timer)
          send(id, typed, isInBrowser, number)
        }
        timer = window.setTimeout(() => flush(), SEND_AFTER_MS)
      },
      cancel() {
        window.clearTimeout(timer)
        flush = () => undefined
        newest++
      },
      /** The page is being left: what waits is sent now. */
      leave() {
        flush()
        window.clearTimeout(timer)
        newest++
      },
    }
  })
  useEffect(() => () => sender.leave(), [sender])
  return sender
}
