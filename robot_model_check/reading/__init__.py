"""Read a description: packages, xacro, XML, model. No judgement is made here."""
