import { isCommonPassword } from '../../../platform/security/common-passwords.ts'

type Owner = {
  readonly username: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

const COMMON = 'This password is among the most common ones, which attackers try first. Please choose another.'
const OWN_NAME = 'Password must not contain your name, username or email address'

// Shorter names occur in good passwords by chance.
const SHORTEST_NAME = 3

/** Why nobody should use this password, beyond the rules of the form; undefined for a good one. */
export function passwordWeakness(password: string, owner: Owner): string | undefined {
  const text = password.normalize('NFKC').toLowerCase()
  if (namesOf(owner).some((name) => text.includes(name))) return OWN_NAME
  return withoutTails(text).some(isCommonPassword) || text.includes('tradingbot') ? COMMON : undefined
}

/** The text, and what stands before signs or a year at its end: attackers try `password123!` and `welcome@2026` too. */
function withoutTails(text: string): string[] {
  const tail = /[^\p{L}]*$/u.exec(text)?.index ?? text.length
  const year = /(?:19|20)\d\d$/.exec(text)?.index
  const ends = Array.from(text.matchAll(/[^\p{L}\p{N}]/gu), ({ index }) => index).filter((index) => index >= tail)
  return [text.length, ...ends, ...(year === undefined ? [] : [year])].map((end) => text.slice(0, end))
}

/** Names are taken by their words, and the e-mail's domain without its ending: `kotak` of neha@mail.kotak.co.in. */
function namesOf({ username, email, first_name, last_name }: Owner): string[] {
  const [local = '', domain = ''] = email.split('@')
  const labels = domain.split('.').slice(0, -1)
  const words = [first_name, last_name].flatMap((name) => name.split(/[\s.'-]+/))
  return [username, local, domain, ...labels, ...words]
    .map((name) => name.normalize('NFKC').toLowerCase())
    .filter((name) => name.length >= SHORTEST_NAME)
}
