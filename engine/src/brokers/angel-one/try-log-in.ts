import { type AngelOneDesk, type BrokerCredentials, UNNAMED_MACHINE } from './angel-one-desk.ts'
import { CEILINGS } from './ceilings.ts'
import { logIn, type TotpWindows } from './log-in.ts'
import { paceCalls } from './pace-calls.ts'

type LogInDesk = Pick<AngelOneDesk, 'restUrl' | 'clock' | 'timers' | 'wire'> & {
  /** Shared with the brokers of this process: a code works once. */
  readonly usedTotpWindows: TotpWindows
}

/** `unreachable` proves nothing about the credentials. */
type TriedLogIn =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'unreachable' }

/** A real log-in, to check credentials before they are kept. The session it opens is left to end by itself. */
export async function tryLogIn(setup: LogInDesk, credentials: BrokerCredentials): Promise<TriedLogIn> {
  const { clock, timers, usedTotpWindows } = setup
  const pacer = paceCalls({ clock, timers, ceilings: CEILINGS })
  const desk: AngelOneDesk = { ...setup, credentials, pacer, machine: UNNAMED_MACHINE }
  const answer = await logIn(desk, usedTotpWindows, { triesNextCode: false })
  if (answer.kind === 'session') return { kind: 'accepted' }
  return answer.kind === 'refused' ? { kind: 'refused', sentence: answer.sentence } : { kind: 'unreachable' }
}
