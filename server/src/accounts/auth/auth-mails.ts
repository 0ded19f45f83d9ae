import type { MailDraft } from '../../platform/mail/post-mail.ts'
import { CODE_SECONDS } from './registration/registration-store.ts'

export function codeMail(to: string, code: string): MailDraft {
  return {
    to,
    // No code in the subject: mail servers log subjects, and phones show them on the lock screen.
    subject: 'Your Trading Bot code',
    text: `Welcome to Trading Bot.

Your one-time code is ${code}

It works once and for ${CODE_SECONDS / 60} minutes. If you did not register, ignore this mail: nothing happens without the code.`,
  }
}

export function resetMail(to: string, link: string): MailDraft {
  return {
    to,
    subject: 'Reset your Trading Bot password',
    text: `Somebody asked to reset the password of this account. If it was you, open this link:

${link}

It works once and for 24 hours; a newer link ends it. If it was not you, ignore this mail: your password stays as it is.`,
  }
}

export function passwordChangedMail(to: string): MailDraft {
  return {
    to,
    subject: 'Your Trading Bot password was changed',
    text: `The password of your account was changed and every session was signed out.

If it was not you, reset your password at once and contact support.`,
  }
}
