// The platform's machines: cloud instances if AWS is configured, otherwise the machines that run the platform.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Time } from '../shapes.ts'

export const INSTANCE_STATES = ['running', 'stopped', 'pending', 'stopping', 'starting', 'terminated'] as const
export const InstanceState = z.enum(INSTANCE_STATES)

const Percent = z.nullable(z.number())

export const Instance = z.object({
  id: z.string(),
  name: z.string(),
  state: InstanceState,
  type: z.string(),
  public_ip: z.nullable(z.string()),
  private_ip: z.nullable(z.string()),
  region: z.string(),
  /** Dollars; null if unknown. */
  cost_per_hour: z.nullable(z.number()),
  launch_time: z.nullable(Time),
  /** True for a machine that runs the platform itself, which cannot be started or stopped here. */
  is_own: z.boolean(),
  /** Measured in percent; null without a measurement. */
  usage: z.object({ cpu: Percent, memory: Percent, disk: Percent }),
})
export type Instance = z.infer<typeof Instance>

const InstanceId = z
  .string('Please choose an instance')
  .check(z.regex(/^[\w.-]{1,128}$/, 'This is not the id of an instance'))
export const INSTANCE_ACTIONS = ['start', 'stop', 'reboot'] as const
export const InstanceAction = z.enum(INSTANCE_ACTIONS, 'Choose start, stop or reboot')
export type InstanceAction = z.infer<typeof InstanceAction>

export const listInstances = call({
  method: 'GET',
  path: '/admin/ec2/',
  access: 'admin',
  summary: 'Every machine: the instances of the AWS account, or the machines that run the platform.',
  answer: z.array(Instance),
})

export const readInstance = call({
  method: 'GET',
  path: '/admin/ec2/{id}/',
  access: 'admin',
  summary: 'One machine.',
  params: z.strictObject({ id: InstanceId }),
  answer: Instance,
})

const Controlled = z.object({ success: z.literal(true), message: z.string(), instance: Instance })

export const controlInstance = call({
  method: 'POST',
  path: '/admin/ec2/{id}/control/',
  access: 'admin',
  summary: 'Start, stop or reboot an instance.',
  params: z.strictObject({ id: InstanceId }),
  body: z.strictObject({ action: InstanceAction }),
  answer: Controlled,
})

export const listCloudInstances = call({
  method: 'GET',
  path: '/admin/aws-ec2/instances/',
  access: 'admin',
  summary: 'The same machines as /admin/ec2/, in the format of the EC2 page.',
  answer: z.object({ success: z.literal(true), instances: z.array(Instance) }),
})

export const controlCloudInstance = call({
  method: 'POST',
  path: '/admin/aws-ec2/control/',
  access: 'admin',
  summary: 'Start, stop or reboot an instance by its id.',
  body: z.strictObject({ instance_id: InstanceId, action: InstanceAction }),
  answer: Controlled,
})

export const InstanceLog = z.object({
  id: z.string(),
  level: z.enum(['INFO', 'SUCCESS', 'WARNING', 'ERROR', 'CRITICAL']),
  message: z.string(),
  instance_id: z.nullable(z.string()),
  timestamp: Time,
  details: z.record(z.string(), z.unknown()),
})
export type InstanceLog = z.infer<typeof InstanceLog>

const limitMessage = 'Ask for 1 to 1000 logs'
export const listInstanceLogs = call({
  method: 'GET',
  path: '/admin/aws-ec2/logs/',
  access: 'admin',
  summary: 'Events of the machines, newest first; `before` is the time of the last one read.',
  query: z.strictObject({
    limit: z._default(
      z.coerce.number(limitMessage).check(z.int(limitMessage), z.gte(1, limitMessage), z.lte(1000, limitMessage)),
      100,
    ),
    before: z.optional(z.iso.datetime('This is not a time')),
    instance_id: z.optional(InstanceId),
    level: z.optional(InstanceLog.shape.level),
  }),
  answer: z.object({ success: z.literal(true), logs: z.array(InstanceLog) }),
})

const hoursMessage = 'Ask for 1 to 168 hours'
export const readInstanceMetrics = call({
  method: 'GET',
  path: '/admin/aws-ec2/metrics/',
  access: 'admin',
  summary: 'The measurements of the last hours, one series per machine.',
  query: z.strictObject({
    hours: z._default(
      z.coerce.number(hoursMessage).check(z.int(hoursMessage), z.gte(1, hoursMessage), z.lte(168, hoursMessage)),
      24,
    ),
    instance_id: z.optional(InstanceId),
  }),
  answer: z.object({
    success: z.literal(true),
    hours: z.int(),
    metrics: z.array(
      z.object({
        instance_id: z.string(),
        points: z.array(z.object({ at: Time, cpu: Percent, memory: Percent, disk: Percent })),
      }),
    ),
  }),
})
