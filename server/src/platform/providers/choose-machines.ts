import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { awsMachines } from './aws-machines.ts'
import type { CloudMachines } from './cloud-machines.ts'
import { platformMachines } from './platform-machines.ts'

export function chooseMachines({ aws }: Config, db: Db, clock: Clock): CloudMachines {
  return aws ? awsMachines(aws, clock) : platformMachines(db, clock)
}
