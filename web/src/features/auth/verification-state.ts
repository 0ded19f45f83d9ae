import type { Register as Registration } from '@trading-bot/contract/rest/auth'

/** What /register hands to /verify-otp. It lives in the history entry, which the next step replaces. */
export type Verification = {
  readonly email: string
  readonly registration: Registration
  /** When the code was sent, so that a reload does not lengthen its life. */
  readonly sentAtMs: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    verification?: Verification
    /** What was typed on /register, without the passwords, for the way back. */
    draft?: Omit<Registration, 'password' | 'password_confirm'>
  }
}
