// Users who register and pay over the real API, as a browser would.
type Answer = { status: number; body: Record<string, unknown> }

export async function ask(url: string, path: string, token?: string, body?: object): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  } catch {
    // The connection broke: the outcome is unknown, and nothing was acknowledged.
    return undefined
  }
}

export function registrationOf(name: string) {
  const names = {
    first_name: 'Kiran',
    last_name: 'Shah',
    phone_number: '9820012345',
    trading_experience: 'beginner',
  } as const
  return { username: name, email: `${name}@example.in`, ...names, password: 'Kaveri82', password_confirm: 'Kaveri82' }
}

export async function codeOf(url: string, email: string): Promise<string | undefined> {
  const response = await fetch(`${url}/api/dev/mail/?to=${encodeURIComponent(email)}`).catch(() => undefined)
  const mails = response?.ok ? ((await response.json()) as { text: string | null }[]) : []
  // Not always the newest mail: a receipt may have arrived since.
  return mails.map(({ text }) => /one-time code is (\d{6})/.exec(text ?? '')?.[1]).find((code) => code !== undefined)
}

/** True only when the payment was answered with 200. */
export async function buyPlan(url: string, token: string, worker: number): Promise<boolean> {
  const plans = (await ask(url, '/subscriptions/bot-plans/', token))?.body as unknown as { id: string }[] | undefined
  const bot_plan_id = plans?.[worker]?.id
  const order = await ask(url, '/subscriptions/payment/create-order/', token, { bot_plan_id })
  if (order?.status !== 200) return false
  const { payment_id } = order.body['data'] as { payment_id: string }
  return (await ask(url, '/subscriptions/payment/simulated-success/', token, { payment_id }))?.status === 200
}
