// What the platform needs from the provider that runs its machines.
import type { Instance, InstanceAction } from '@trading-bot/contract/rest/operations/instances'

export type Usage = Instance['usage']
export type UsagePoint = Usage & { readonly at: Date }
export type UsageSeries = { readonly machineId: string; readonly points: readonly UsagePoint[] }

/** `refused` is a definite rejection with its reason; nothing was changed. */
export type ControlOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'own' }
  | { readonly kind: 'refused'; readonly reason: string }

export type CloudMachines = {
  readonly list: () => Promise<readonly Instance[]>
  readonly find: (id: string) => Promise<Instance | undefined>
  readonly control: (id: string, action: InstanceAction) => Promise<ControlOutcome>
  /** Time series since an instant, of one machine or of all. */
  readonly readUsage: (since: Date, machineId: string | undefined) => Promise<readonly UsageSeries[]>
}

/** No answer, or an unreadable one: the requested change may or may not have happened. */
export class CloudUnreachable extends Error {}

/** The provider denies access: keys or permissions are missing. */
export class CloudRefused extends Error {}
