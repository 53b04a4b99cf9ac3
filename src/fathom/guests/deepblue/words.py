"""Deep Blue's words for lists of games and for the command line; its page in the browser has its own."""

WORDS = {
    "en": {
        "title": "Deep Blue",
        "blurb": "Sail two boats to the wrecks, hire a crew, and dive for gems.",
        "option.scenario": "Scenario",
        "option.scenario.hint": "A scenario such as troubled-waters; “drawn” draws one for each game.",
        "option.chart": "Chart",
        "option.chart.hint": "The chart; the small one is for two or three.",
        "option.chart.standard": "standard",
        "option.chart.small": "small, for two or three",
        "option.closed_chests": "Closed chests",
    },
    "de": {
        "title": "Deep Blue",
        "blurb": "Segle mit zwei Booten zu den Wracks, heuere an und tauche nach Edelsteinen.",
        "option.scenario": "Szenario",
        "option.scenario.hint": "Ein Szenario wie troubled-waters; „drawn“ zieht für jede Partie eines.",
        "option.chart": "Seekarte",
        "option.chart.hint": "Die Seekarte; die kleine ist für zwei oder drei.",
        "option.chart.standard": "normal",
        "option.chart.small": "klein, für zwei oder drei",
        "option.closed_chests": "Geschlossene Truhen",
    },
    "nl": {
        "title": "Deep Blue",
        "blurb": "Vaar met twee boten naar de wrakken, huur bemanning in en duik naar edelstenen.",
        "option.scenario": "Scenario",
        "option.scenario.hint": "Een scenario zoals troubled-waters; “drawn” trekt er een voor elk spel.",
        "option.chart": "Zeekaart",
        "option.chart.hint": "De zeekaart; de kleine is voor twee of drie.",
        "option.chart.standard": "gewoon",
        "option.chart.small": "klein, voor twee of drie",
        "option.closed_chests": "Gesloten kisten",
    },
}
