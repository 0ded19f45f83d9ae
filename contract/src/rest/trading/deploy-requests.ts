// Deployments that wait for a second administrator.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, NoContent, Time } from '../shapes.ts'
import { ByVersion } from './bot-code.ts'

export const DeployRequest = z.object({
  version: z.int(),
  /** The username of the administrator who asked. */
  requested_by: z.string(),
  requested_at: Time,
  expires_at: Time,
})
export type DeployRequest = z.infer<typeof DeployRequest>
export const listDeployRequests = call({
  method: 'GET',
  path: '/admin/bot-code/{id}/deploy-requests/',
  access: 'admin',
  summary: 'Deployments of a bot that wait for a second administrator, who deploys the same version.',
  params: ById,
  answer: z.array(DeployRequest),
})

export const withdrawDeploy = call({
  method: 'DELETE',
  path: '/admin/bot-code/{id}/deploy-requests/{number}/',
  access: 'admin',
  summary: 'Takes back a request for a second administrator, one’s own or a colleague’s.',
  params: ByVersion,
  answer: NoContent,
  status: 204,
})
