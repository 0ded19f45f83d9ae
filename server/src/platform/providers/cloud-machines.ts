// What the platform needs from whoever runs its machines.
import type { Instance, InstanceAction } from '@trading-bot/contract/rest/instances'

export type Usage = Instance['usage']
export type UsagePoint = Usage & { readonly at: Date }
export type UsageSeries = { readonly machineId: string; readonly points: readonly UsagePoint[] }

/** `refused` is a proven no, with its reason; nothing was changed. */
export type ControlOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'own' }
  | { readonly kind: 'refused'; readonly reason: string }

export type CloudMachines = {
  readonly list: () => Promise<readonly Instance[]>
  readonly find: (id: string) => Promise<Instance | undefined>
  readonly control: (id: string, action: InstanceAction) => Promise<ControlOutcome>
  /** Series since an instant, of one machine or of all. */
  readonly readUsage: (since: Date, machineId: string | undefined) => Promise<readonly UsageSeries[]>
}

/** No answer, or none that could be read: what was wished may or may not have happened. */
export class CloudUnreachable extends Error {}

/** The provider will not let us: keys or rights are missing. */
export class CloudRefused extends Error {}
