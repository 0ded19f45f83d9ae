export async function logInAdmin(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'Admin@1234' }),
  })
  return ((await reply.json()) as { access: string }).access
}
