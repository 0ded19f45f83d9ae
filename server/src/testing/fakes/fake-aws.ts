// A local server that implements EC2's query API (XML) and CloudWatch's JSON API. Tests control what the account holds.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLocalServer } from './local-server.ts'

type FakeInstance = { id: string; name: string; state: string; type: string; publicIp?: string; cost?: string }

const GOOD_DAY = {
  isDown: false,
  isDenied: false,
  hasMetrics: true,
  isWatchDown: false,
  isVanishing: false,
  pageSize: 100,
}

export type FakeAws = Awaited<ReturnType<typeof startFakeAws>>

export async function startFakeAws() {
  const instances = new Map<string, FakeInstance>()
  const state = { ...GOOD_DAY }
  /** Every EC2 action that arrived, with the instance it named. */
  const actions: string[] = []

  const answer = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const isForWatch = request.headers['x-amz-target'] !== undefined
    if (state.isDown || (isForWatch && state.isWatchDown)) return void response.destroy()
    if (isForWatch) return metrics(text, response)
    const form = new URLSearchParams(text)
    const action = form.get('Action') ?? ''
    const id = form.get('InstanceId.1') ?? undefined
    if (id !== undefined && action !== 'DescribeInstances') actions.push(`${action} ${id}`)
    if (state.isDenied) return refuse(response, 'UnauthorizedOperation', 'You are not authorized to do this.')
    if (action === 'DescribeInstances') return describe(form, id, response)
    return control(action, id ?? '', response)
  }

  function describe(form: URLSearchParams, id: string | undefined, response: ServerResponse): void {
    if (id !== undefined && !instances.has(id)) return notFound(response, id)
    const all = [...instances.values()].filter((row) => id === undefined || row.id === id)
    const from = Number(form.get('NextToken') ?? 0)
    const rows = all.slice(from, from + state.pageSize)
    const next = from + state.pageSize < all.length ? `<nextToken>${from + state.pageSize}</nextToken>` : ''
    const sets = rows.map((row) => `<item><instancesSet><item>${xmlOf(row)}</item></instancesSet></item>`)
    send(
      response,
      200,
      `<DescribeInstancesResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>r</requestId><reservationSet>${sets.join('')}</reservationSet>${next}</DescribeInstancesResponse>`,
    )
  }

  function control(action: string, id: string, response: ServerResponse): void {
    const instance = instances.get(id)
    if (!instance || state.isVanishing) return notFound(response, id)
    if (action === 'StartInstances' && instance.state !== 'stopped') {
      return refuse(
        response,
        'IncorrectInstanceState',
        `The instance '${id}' is not in a state from which it can be started.`,
      )
    }
    if (action === 'StartInstances') instance.state = 'pending'
    if (action === 'StopInstances') instance.state = 'stopping'
    send(
      response,
      200,
      `<${action}Response xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>r</requestId><return>true</return></${action}Response>`,
    )
  }

  function metrics(text: string, response: ServerResponse): void {
    const { MetricDataQueries: queries, EndTime: end } = JSON.parse(text) as {
      MetricDataQueries: { Id: string }[]
      EndTime: number
    }
    const results = queries.map(({ Id }) => ({
      Id,
      StatusCode: 'Complete',
      // The disk agent does not run on these machines.
      Timestamps: state.hasMetrics && !Id.startsWith('disk') ? [end - 600, end - 300] : [],
      Values: state.hasMetrics && !Id.startsWith('disk') ? (Id.startsWith('cpu') ? [11.5, 42.5] : [60, 61]) : [],
    }))
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify({ MetricDataResults: results }))
  }

  const { url: endpoint, stop } = await startLocalServer(answer)
  return {
    settings: {
      region: 'ap-south-1',
      endpoint,
      accessKeyId: 'AKIATEST',
      secretAccessKey: 'secret-of-the-test',
    },
    instances,
    state,
    actions,
    /** An account that works again, with these instances and nothing asked of it. */
    reset: (...own: FakeInstance[]) => {
      Object.assign(state, GOOD_DAY)
      instances.clear()
      for (const each of own) instances.set(each.id, each)
      actions.length = 0
    },
    stop,
  }
}

function xmlOf({ id, name, state, type, publicIp, cost }: FakeInstance): string {
  const tags = [['Name', name], ...(cost ? [['CostPerHour', cost]] : [])]
  return `<instanceId>${id}</instanceId><instanceState><code>16</code><name>${state}</name></instanceState><privateIpAddress>10.0.0.7</privateIpAddress>${publicIp ? `<ipAddress>${publicIp}</ipAddress>` : ''}<instanceType>${type}</instanceType><launchTime>2026-11-01T04:30:00.000Z</launchTime><placement><availabilityZone>ap-south-1a</availabilityZone></placement><tagSet>${tags.map(([key, value]) => `<item><key>${key}</key><value>${value}</value></item>`).join('')}</tagSet>`
}

function notFound(response: ServerResponse, id: string): void {
  refuse(response, 'InvalidInstanceID.NotFound', `The instance ID '${id}' does not exist`)
}

function refuse(response: ServerResponse, code: string, message: string): void {
  send(
    response,
    400,
    `<Response><Errors><Error><Code>${code}</Code><Message>${message}</Message></Error></Errors><RequestID>r</RequestID></Response>`,
  )
}

function send(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'text/xml;charset=UTF-8' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`)
}
