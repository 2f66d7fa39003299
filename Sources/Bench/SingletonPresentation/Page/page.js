const show = (box, step) => {
  const rows = [...box.querySelectorAll('tbody tr')]
  const last = new Map()
  box.querySelectorAll('[data-step]').forEach(part => {
    const own = Number(part.dataset.step)
    part.classList.toggle('later', own > step)
    part.classList.toggle('now', own === step)
    if (own > step || !part.dataset.thread) return
    if (own > Number(last.get(part.dataset.thread)?.dataset.step ?? 0)) last.set(part.dataset.thread, part)
  })
  box.querySelectorAll('.cursor').forEach(part => part.classList.remove('here'))
  if (step !== rows.length + 1) last.forEach(part => part.classList.add('here'))
  box.dataset.shown = step
  box.classList.toggle('begun', step > 1)
  box.classList.toggle('ended', step >= rows.length)
  const cell = step === rows.length + 1 ? null : rows[step - 1].querySelector('.operation').closest('td')
  box.querySelector('output').textContent = cell === null
    ? 'all ' + rows.length + ' steps'
    : 'step ' + step + ' of ' + rows.length + ', '
      + box.querySelectorAll('thead th')[cell.cellIndex].textContent + ': ' + cell.innerText
  if (document.body.classList.contains('slides')) {
    const row = rows[Math.min(step, rows.length) - 1]
    const marks = [...box.querySelectorAll('.cursor.here'), ...box.querySelectorAll('.cursor.now')]
    for (const part of [...marks, row]) part.scrollIntoView({ block: 'nearest' })
  }
}
document.querySelectorAll('.stepper').forEach(stepper => {
  const box = stepper.parentElement
  const last = box.querySelectorAll('tbody tr').length
  const step = () => Number(box.dataset.shown)
  const [previous, next, all] = stepper.querySelectorAll('button')
  previous.onclick = () => show(box, Math.max(1, step() - 1))
  next.onclick = () => show(box, step() > last ? 1 : Math.min(last, step() + 1))
  all.onclick = () => show(box, last + 1)
  all.onclick()
  stepper.hidden = false
  stepper.onkeydown = event => {
    if (document.body.classList.contains('slides')) return
    if (event.key === 'ArrowRight') next.onclick()
    if (event.key === 'ArrowLeft') previous.onclick()
  }
})
document.querySelectorAll('fieldset[data-question]').forEach(field => {
  field.onchange = () => {
    const choice = field.querySelector('input:checked').value
    document.querySelectorAll('[data-question=' + field.dataset.question + '] .reply').forEach(reply => {
      reply.hidden = reply.dataset.choice !== choice
    })
  }
})
const presenting = document.querySelector('.presenting')
if (presenting) {
  const slides = [...document.querySelectorAll('main > section')]
  let current = -1
  const boxes = slide => [slide, ...slide.querySelectorAll('.listing ol, .execution .scroll')]
  const fit = slide => {
    for (const size of [20, 18, 16, 15, 14]) {
      slide.style.setProperty('--size', size + 'px')
      if (!boxes(slide).some(box => box.scrollHeight > box.clientHeight + 1)) return
    }
  }
  const scroll = (slide, way) => {
    const hidden = box => way > 0 ? box.scrollHeight - box.clientHeight - box.scrollTop : box.scrollTop
    const long = boxes(slide).filter(box => hidden(box) > 1)
    long.forEach(box => { box.scrollTop += way * 0.8 * box.clientHeight })
    return long.length > 0
  }
  const present = (index, isBack) => {
    current = index
    document.body.classList.toggle('slides', index >= 0)
    slides.forEach((slide, own) => slide.classList.toggle('current', own === index))
    if (index >= 0) {
      boxes(slides[index]).forEach(box => { box.scrollTop = 0 })
      fit(slides[index])
    }
    document.querySelectorAll('.execution').forEach(box => {
      const count = box.querySelectorAll('tbody tr').length
      const isShown = index >= 0 ? slides[index].contains(box) : false
      if (isShown) {
        show(box, Math.max(1, count - 1))
        fit(slides[index])
      }
      show(box, isShown ? (isBack ? count : 1) : count + 1)
    })
    scrollTo(0, 0)
  }
  const go = way => {
    const answer = slides[current].querySelector('details.answer:not([open])')
    if (way > 0 ? answer : false) return answer.open = true
    const box = slides[current].querySelector('.execution')
    const count = box ? box.querySelectorAll('tbody tr').length : 0
    const step = box ? Number(box.dataset.shown) + way : 0
    if (box ? false : scroll(slides[current], way)) return
    if (box ? (step > 0 ? count >= step : false) : false) return show(box, step)
    present(Math.max(0, Math.min(slides.length - 1, current + way)), 0 > way)
  }
  presenting.hidden = false
  presenting.querySelector('button').onclick = () => present(0, false)
  addEventListener('keydown', event => {
    if (0 > current) return
    const isPressed = event.target.closest('button, a') ? [' ', 'Enter'].includes(event.key) : false
    const ways = {
      ArrowRight: 1, ArrowDown: 1, PageDown: 1, ' ': 1, Enter: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1,
      o: slides[current].querySelector('details.answer') ? 1 : 0,
    }
    const way = isPressed ? 0 : ways[event.key]
    if (event.key === 'Escape') return present(-1, false)
    ;[...slides[current].querySelectorAll('input')].find(choice => choice.value === event.key)?.click()
    if (way) {
      event.preventDefault()
      /* A summary with the focus would take the key, too. */
      document.activeElement.blur()
      go(way)
    }
  })
}
let opened = []
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll('details.answer:not([open])')]
  opened.forEach(details => { details.open = true })
})
addEventListener('afterprint', () => opened.forEach(details => { details.open = false }))
