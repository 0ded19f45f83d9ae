import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { formatTime } from '../../lib/format.ts'
import { askAgain, SERVER_AWAY_NOTE, useServerAway } from '../../lib/queries/use-server-away.ts'
import { useOfflineSince } from '../../lib/queries/use-offline-since.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { WarningIcon } from '../../ui/icons.ts'
import classes from './shell.module.css'

const ASK_AGAIN_MS = 10_000

/** Said at once, and once for the whole page: figures that look alive and are not are worse than none. */
export function OfflineBanner() {
  const sinceMs = useOfflineSince()
  const failure = useServerAway()
  if (sinceMs === null) return failure && <ServerAway failure={failure} />
  return (
    <Banner kind="connection" role="alert" color="yellow" icon={<WarningIcon />} title="You are offline">
      {`Figures are as of ${formatTime(sinceMs)} and go on when the connection is back. Your bot does not depend on it.`}
    </Banner>
  )
}

function ServerAway({ failure }: { failure: Error }) {
  const queries = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => askAgain(queries), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [queries])
  return (
    <Banner
      kind="connection"
      role="alert"
      color="yellow"
      icon={<WarningIcon />}
      title={errorText(failure)}
      className={classes['serverAway'] ?? ''}
    >
      {SERVER_AWAY_NOTE}
    </Banner>
  )
}
