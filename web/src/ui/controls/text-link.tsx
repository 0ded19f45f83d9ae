import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Props = Omit<AnchorProps, 'href'> & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

/** A link within the product: the compiler knows its paths. */
export const TextLink = createLink(function RoutedAnchor(props: Props) {
  return <Anchor {...props} />
})
