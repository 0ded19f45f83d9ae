// Where a price that is shown comes from.
import * as z from 'zod/mini'

/**
 * `platform`: the platform's own account, in real time; `own-broker`: the user's own session at the broker; `delayed`: at
 * least 30 days old; `simulated`: made up.
 */
export const PriceSource = z.enum(['platform', 'own-broker', 'delayed', 'simulated'])
export type PriceSource = z.infer<typeof PriceSource>
