import type { MailDraft } from '../../../platform/mail/post-mail.ts'

export function linkedMail(to: string, chatName: string, profileUrl: string): MailDraft {
  return {
    to,
    subject: 'A Telegram chat was linked to your account',
    text: `The Telegram chat “${chatName}” was linked to your account. It can read what your bots do and stop them.

If it was not you, unlink it at once and change your password:

${profileUrl}`,
  }
}

export function closeCodeMail(to: string, chatName: string, code: string, profileUrl: string): MailDraft {
  return {
    to,
    subject: 'Your code to close positions from Telegram',
    text: `The Telegram chat “${chatName}” asked to stop your bots and close all positions. Because it was linked less than 24 hours ago, it has to send this code:

${code}

It works once and for ten minutes. If it was not you, give the code to nobody, unlink the chat and change your password:

${profileUrl}`,
  }
}
