import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AuthorLibraries, readAuthorLibraries } from '@trading-bot/contract/rest/trading/bot-studio'
import { queryOf } from '../../lib/queries/query-of.ts'

const LOOK_AGAIN_MS = 2_000
// What they need themselves is of no interest to an author.
const NAMED = ['numpy', 'pandas', 'ta-lib', 'pandas-ta-classic']

/** What a script may import; while it is being installed, how far that is. */
export function AuthorLibrariesLine() {
  const { data } = useQuery({
    ...queryOf(readAuthorLibraries, {}),
    refetchInterval: ({ state }) => (state.data?.kind === 'installing' ? LOOK_AGAIN_MS : false),
  })
  if (!data) return null
  return (
    <Text
      size="sm"
      c={data.kind === 'none' ? 'yellow' : 'dimmed'}
      component="output"
      aria-label="Libraries for authors"
    >
      {sentenceOf(data)}
    </Text>
  )
}

function sentenceOf(libraries: AuthorLibraries): string {
  if (libraries.kind === 'none') return libraries.sentence
  if (libraries.kind === 'installing') return `Libraries for authors: installing, ${libraries.percent} %`
  const named = libraries.packages.filter(({ name }) => NAMED.includes(name))
  return `Libraries: ${named.map(({ name, version }) => `${name} ${version}`).join(', ')} (${libraries.id})`
}
