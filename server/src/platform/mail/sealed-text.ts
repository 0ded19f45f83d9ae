import { seal, unseal } from '../security/seal.ts'

/** A mail may carry a one-time code or a reset link: its text is sealed and bound to the mail it belongs to. */
export function sealText(key: Buffer, mailId: string, text: string): Buffer {
  return seal(key, placeOf(mailId), text)
}

type StoredText = { readonly id: string; readonly sealed_text: Buffer | null; readonly text: string | null }

/** Null once the mail was sent or has expired; plain only if it was queued before mails were sealed. */
export function openText(key: Buffer, mail: StoredText): string | null {
  return mail.sealed_text === null ? mail.text : unseal(key, placeOf(mail.id), mail.sealed_text)
}

function placeOf(mailId: string): string {
  return `${mailId}/mails/text`
}
