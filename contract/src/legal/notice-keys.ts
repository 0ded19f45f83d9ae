/** Apart from the texts, which a page that only names the notices need not load. */
export const NOTICE_KEYS = ['terms', 'privacy', 'refunds', 'risk'] as const
export type NoticeKey = (typeof NOTICE_KEYS)[number]

export const NOTICE_TITLES: Readonly<Record<NoticeKey, string>> = {
  terms: 'Terms of use',
  privacy: 'Privacy notice',
  refunds: 'Refund policy',
  risk: 'Risk disclosure',
}

/** "2026-11-19" of "2026-11-19-own-logic": the day from which the text holds. */
export function dayOfNotice(version: string): string {
  return version.slice(0, 10)
}
