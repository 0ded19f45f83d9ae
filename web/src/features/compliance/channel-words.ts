import type { ComplaintChannel } from '@trading-bot/contract/rest/operations/complaints'

export const CHANNEL_WORDS: Readonly<Record<ComplaintChannel, string>> = {
  platform: 'Here',
  mail: 'Mail',
  phone: 'Telephone',
  letter: 'Letter',
  regulator: 'Regulator',
}
