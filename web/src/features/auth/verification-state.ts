import type { Register as Registration } from '@trading-bot/contract/rest/accounts/auth'

/** The state /register passes to /verify-otp. It is kept in the history entry, which the next step replaces. */
export type Verification = {
  readonly email: string
  readonly registration: Registration
  /** When the code was sent, so that a reload does not restart the countdown. */
  readonly sentAtMs: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    verification?: Verification
    /** What was typed on /register, without the passwords, for the way back. */
    draft?: Omit<Registration, 'password' | 'password_confirm'>
  }
}
