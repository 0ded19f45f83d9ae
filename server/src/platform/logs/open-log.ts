import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { countRepeats } from './count-repeats.ts'
import { fewFilesSentence } from './few-files.ts'
import { plainError } from './plain-error.ts'

const SECRETS = ['req.headers.authorization', '*.password', '*.otp', '*.refresh']

/** The log of this process; it begins with what the machine allows too little of. */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const { hooks, tell } = countRepeats()
  const log = pino({ level: logLevel, redact: SECRETS, serializers: { err: plainError }, hooks })
  process.once('exit', tell)
  const fewFiles = fewFilesSentence()
  if (fewFiles) log.warn(fewFiles)
  return log
}
