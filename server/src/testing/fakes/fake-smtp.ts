import { SMTPServer } from 'smtp-server'

/** A mail server that stores what it receives; `isBroken` makes it reject every mail for now. */
export async function startFakeSmtp() {
  const received: string[] = []
  const state = { isBroken: false }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (state.isBroken) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        received.push(Buffer.concat(parts).toString())
        return done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = () => new Promise<void>((resolve) => smtp.close(() => resolve()))
  return { received, state, url: `smtp://127.0.0.1:${port}`, stop }
}
