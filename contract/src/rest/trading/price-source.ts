// Where a price that is shown comes from.
import * as z from 'zod/mini'

/**
 * `platform`: the platform's own account, in real time; `own-broker`: the user's own session at the broker; `delayed`: at
 * least 30 days old; `replayed`: those of a day more than 30 days ago at the same minute of its session; `simulated`: made up.
 */
export const PriceSource = z.enum(['platform', 'own-broker', 'delayed', 'replayed', 'simulated'])
export type PriceSource = z.infer<typeof PriceSource>
