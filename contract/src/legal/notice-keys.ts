/** Apart from the texts, which a page that only names the notices need not load. */
export const NOTICE_KEYS = ['terms', 'privacy', 'refunds', 'risk'] as const
export type NoticeKey = (typeof NOTICE_KEYS)[number]
