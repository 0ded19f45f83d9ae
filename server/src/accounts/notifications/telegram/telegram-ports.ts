// What a chat asks of the trading domain; connected in `connect-domains.ts`.
import type { Bot, OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import type { AuditScene } from '../../../platform/audit/record-audit.ts'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import { domainPort } from '../../../platform/domain-port.ts'
import type { Deps } from '../../../platform/http/context.ts'

type Preview = { readonly running: number; readonly openPositions: number }
type StopInput = { readonly userId: string; readonly closePositions: boolean; readonly reason: string | null }
type Stopped = { readonly stopped: readonly { readonly name: string }[]; readonly openPositions: number }
type BotOfToday = Pick<Bot, 'name' | 'status' | 'status_reason' | 'mode'> & {
  readonly todayNetPaise: number
  /** Whether it trades on its next signal, in a sentence; null for one that is not started. */
  readonly willTrade: string | null
}

export const previewStop = domainPort<(db: Queryable, userId: string) => Promise<Preview>>('previewStop')
export const stopUserBots =
  domainPort<(tx: Tx, scene: AuditScene, input: StopInput) => Promise<Stopped>>('stopUserBots')
export const readBotsOfToday =
  domainPort<(deps: Deps, userId: string) => Promise<readonly BotOfToday[]>>('readBotsOfToday')
export const listUserPositions =
  domainPort<(db: Queryable, deps: Deps, userId: string) => Promise<readonly OpenPosition[]>>('listUserPositions')
