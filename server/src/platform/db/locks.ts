/** The numbers of all advisory locks: any number will do, as long as each lock has its own. */
export const MIGRATION_LOCK = 727_001
/** Together with the engine's number, or the shard's. */
export const LEASE_HOLDER_LOCK = 727_002
export const SHARD_LOCK = 727_022
export const INVOICE_LOCK = 727_003
export const TELEGRAM_LOCK = 727_004
export const CALENDAR_LOCK = 727_005
/** Seed of the locks that are taken by subscription. */
export const COPIES_LOCK = 727_006
export const SEAL_LOCK = 727_007
/** Seed of the locks that are taken by a kill switch's scope. */
export const SWITCH_LOCK = 727_008
/** Seed of the locks that are taken by user. */
export const HISTORY_RUNS_LOCK = 727_009
/** Whoever gives a plan the mark "Most Popular" takes it from another. */
export const POPULAR_PLAN_LOCK = 727_010
/** Two workers may compute the figures of the business at once. */
export const BUSINESS_LOCK = 727_011
/** Two accounts of one person may ask for a trial at once. */
export const TRIAL_LOCK = 727_012
/** Processes that start at once in another hosting mode tell of it once. */
export const HOSTING_LOCK = 727_013
export const SETTINGS_LOCK = 727_020
export const ADMINISTRATORS_LOCK = 727_021
export const STORAGE_LOCK = 727_083
/** Held by the feed that leads. */
export const FEED_LOCK = 727_087
