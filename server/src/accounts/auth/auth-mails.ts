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

/** `chatName` is the Telegram chat that was unlinked; undefined where none was linked. */
export function passwordChangedMail(to: string, chatName: string | undefined): MailDraft {
  return {
    to,
    subject: 'Your Trading Bot password was changed',
    text: `The password of your account was changed and every session was signed out.${unlinked(chatName)}

If it was not you, reset your password at once and contact support.`,
  }
}

export function signedOutMail(to: string, chatName: string): MailDraft {
  return {
    to,
    subject: 'You were signed out everywhere',
    text: `Every session of your account was signed out.${unlinked(chatName)}

If it was not you, change your password at once.`,
  }
}

function unlinked(chatName: string | undefined): string {
  if (chatName === undefined) return ''
  return ` The Telegram chat “${chatName}” was unlinked too: link it again on your profile if it is yours.`
}
