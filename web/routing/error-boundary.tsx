import { Component, type ComponentType, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Another value shows the children again. */
  resetKey: unknown
  onCatch: (error: unknown) => void
  Failure: ComponentType<{ error: unknown; reset: () => void }>
}
type State = { caught: { error: unknown } | undefined; resetKey: unknown }

/** As the router's CatchBoundary, for a page that opens without the router. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { caught: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State {
    return resetKey === state.resetKey ? state : { caught: undefined, resetKey }
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { caught: { error } }
  }

  override componentDidCatch(error: unknown) {
    this.props.onCatch(error)
  }

  readonly reset = () => this.setState({ caught: undefined })

  override render() {
    const { caught } = this.state
    const { Failure, children } = this.props
    return caught ? <Failure error={caught.error} reset={this.reset} /> : children
  }
}
