import * as instances from '@trading-bot/contract/rest/operations/instances'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { controlCloudInstance, controlInstance } from './control-instance.ts'
import { listInstanceLogs } from './list-instance-logs.ts'
import { listCloudInstances, listInstances, readInstance, readInstanceMetrics } from './read-instances.ts'

export const instanceRoutes = [
  bindRoute(instances.listInstances, listInstances),
  bindRoute(instances.readInstance, readInstance),
  bindRoute(instances.controlInstance, controlInstance),
  bindRoute(instances.listCloudInstances, listCloudInstances),
  bindRoute(instances.controlCloudInstance, controlCloudInstance),
  bindRoute(instances.listInstanceLogs, listInstanceLogs),
  bindRoute(instances.readInstanceMetrics, readInstanceMetrics),
]
